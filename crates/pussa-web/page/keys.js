// The keys of the page: what each of them does.

/// Hears keys that are pressed outside of fields and dialogs. `play` is told the letter of a hole, `jump` a step through the
/// moves or where to go, and whatever else has a key has an action of its own; `space` says whether it had something to do.
export function hearKeys({ isReady, play, step, jump, takeBack, hint, values, space, last }) {
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input:not([type=checkbox]), select, textarea, dialog");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !isReady()) return;
    const key = event.key;
    if (/^[a-gA-G]$/.test(key)) play(key);
    else if (key === "ArrowLeft") step(-1);
    else if (key === "ArrowRight") step(1);
    else if (key === "Home") jump(0);
    else if (key === "End") jump(last());
    else if (key === "Backspace") takeBack();
    else if (key === "h" || key === "H") hint();
    else if (key === "v" || key === "V") values();
    else if (key !== " " || !space()) return;
    event.preventDefault();
  });
}
