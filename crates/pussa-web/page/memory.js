// What the page remembers of a person's wishes, where the browser lets it.

export function remember(name, value) {
  try {
    localStorage.setItem(`pussa-${name}`, value);
  } catch {
    // Then it is forgotten.
  }
}

/// What was remembered, or else what is usual.
export function recalled(name, usual) {
  try {
    return localStorage.getItem(`pussa-${name}`) ?? usual;
  } catch {
    return usual;
  }
}
