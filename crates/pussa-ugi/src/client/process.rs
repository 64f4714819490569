//! Somebody else's program: lines to it and from it, waiting with a deadline, and its end.

use pussa_engine::EngineError;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// Lines that are kept before they are read: a program that says more has to wait.
const MOST_LINES: usize = 1024;
/// A line that is longer is taken for several.
const MOST_BYTES: u64 = 1 << 16;
/// How long a program has to end by itself when it is told to, or has closed its output.
const TO_END: Duration = Duration::from_millis(200);

/// A program that runs. It ends when this is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once it is told to end.
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
}

impl Process {
    /// Starts a program. What it says on standard error goes to ours.
    pub(super) fn start(path: impl AsRef<OsStr>) -> io::Result<Self> {
        let mut command = Command::new(path);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // A key that stops us must not stop it before we say so. It also makes whatever it starts end with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(MOST_LINES);
        let output = child.stdout.take().expect("it has a pipe");
        thread::spawn(move || listen(BufReader::new(output), &sender));
        Ok(Self { input: child.stdin.take(), child, lines })
    }

    /// Sends a line.
    pub(super) fn send(&mut self, line: impl Display) -> Result<(), EngineError> {
        let Some(input) = &mut self.input else { return Err(self.broken()) };
        input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).map_err(|_| self.broken())
    }

    /// Forgets what it has said so far.
    pub(super) fn drain(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Its next line, and when it came; `None` if there is none by then.
    ///
    /// # Errors
    /// If it has ended or closed its output.
    pub(super) fn line_until(&mut self, deadline: Instant) -> Result<Option<(Instant, String)>, EngineError> {
        match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.broken()),
        }
    }

    /// Waits for a line that is this word, for so long.
    ///
    /// # Errors
    /// If there is none in that time, or the program has ended. `seen` is told of every line before it.
    pub(super) fn wait_for(
        &mut self,
        word: &str,
        time: Duration,
        mut seen: impl FnMut(&str),
    ) -> Result<(), EngineError> {
        let deadline = Instant::now() + time;
        loop {
            // A program that talks without end must not keep us here.
            let line = if Instant::now() < deadline { self.line_until(deadline)? } else { None };
            match line {
                Some((_, line)) if line.trim() == word => return Ok(()),
                Some((_, line)) => seen(&line),
                None => return Err(EngineError::Timeout(format!("no {word} within {} ms", time.as_millis()))),
            }
        }
    }

    /// What to say of a program that does not listen or speak any more.
    fn broken(&mut self) -> EngineError {
        EngineError::Crash(match self.end_within(TO_END) {
            Some(how) => format!("it ended ({how})"),
            None => "it closed its input or output".into(),
        })
    }

    /// How it ended, if it does within this time.
    fn end_within(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends it and whatever it has started.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            let group = rustix::process::Pid::from_raw(id);
            // It may have ended by itself.
            let _ = group.map(|group| rustix::process::kill_process_group(group, rustix::process::Signal::KILL));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Tells it to end, and gives it the time to.
    pub(super) fn quit(mut self) {
        let _ = self.send("quit");
        self.input = None;
        let _ = self.end_within(TO_END);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Passes on the lines of a program, until it closes its output or nobody wants them.
fn listen(mut output: impl BufRead, lines: &SyncSender<(Instant, String)>) {
    let mut line = Vec::new();
    while output.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line).is_ok_and(|bytes| bytes > 0) {
        let text = String::from_utf8_lossy(&line).into_owned();
        if lines.send((Instant::now(), text)).is_err() {
            return;
        }
        line.clear();
    }
}
