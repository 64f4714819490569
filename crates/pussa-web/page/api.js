// What is asked of the server: API.md tells what it answers.

import { texts } from "./texts.js";

/// A refusal, in the server's words.
export class Refused extends Error {
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

function query(words) {
  const given = Object.entries(words).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

async function answered(request) {
  let response;
  try {
    response = await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, texts.offline);
  }
  if (response.ok) return response;
  const text = await response.text();
  let told = text;
  try {
    told = JSON.parse(text).error;
  } catch {
    // It is said in plain words.
  }
  throw new Refused(response.status, told);
}

/// Asks, and asks again while the server is busy.
async function patiently(ask) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (error.status !== 503 || tries === 8) throw error;
      await new Promise((done) => setTimeout(done, 400));
    }
  }
}

export async function get(what, words = {}, signal) {
  const response = await patiently(() => answered(fetch(`/api/${what}?${query(words)}`, { signal })));
  return response.json();
}

export async function readRecords(text) {
  const response = await answered(fetch("/api/records/read", { method: "POST", body: text }));
  return (await response.json()).records;
}

export async function writeRecords(rounds) {
  const headers = { "content-type": "application/json" };
  const response = await answered(fetch("/api/records/write", { method: "POST", headers, body: JSON.stringify(rounds) }));
  return response.text();
}

/// Hears what an analysis finds until it is done or `close` is called on what is returned. Closing ends it.
export function hear(words, { found, busy }) {
  let source = null;
  let timer = null;
  let closed = false;
  const open = () => {
    source = new EventSource(`/api/analyse?${query(words)}`);
    source.onmessage = (event) => {
      const findings = JSON.parse(event.data);
      if (findings.done) source.close();
      if (!closed) found(findings);
    };
    source.onerror = () => {
      source.close();
      if (closed) return;
      busy();
      timer = setTimeout(open, 1000);
    };
  };
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      source.close();
    },
  };
}
