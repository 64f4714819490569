// Where counters lie: places in a hole or a tray for any number of them, always the same for the same number.

const GAP = 1.07;

/// The places of `n` counters in an ellipse: `{ r, at: [[x, y], …] }` about its centre. As large as they can be, up to `most`.
export function inHole(n, rx, ry, most) {
  const few = n <= 7 ? ring(n, most) : null;
  if (few && few.reach + most < Math.min(rx, ry)) return { r: most, at: few.at };
  for (let r = most; ; r *= 0.92) {
    const places = lattice(rx - r - 1, ry - r - 1, 2 * r * GAP);
    if (places.length < n && r >= 1) continue;
    const chosen = places.slice(0, n);
    const [x, y] = [0, 1].map((i) => chosen.reduce((sum, place) => sum + place[i], 0) / Math.max(n, 1));
    return { r, at: chosen.map((place, i) => shaken([place[0] - x, place[1] - y], i, r)) };
  }
}

/// Few counters lie in a ring; from six on with one in the middle.
function ring(n, r) {
  const around = n > 5 ? n - 1 : n;
  const reach = n < 2 ? 0 : Math.max((r * GAP) / Math.sin(Math.PI / around), n > 5 ? 2 * r * GAP : 0);
  const at = Array.from({ length: around }, (_, i) => {
    const turn = (2 * Math.PI * i) / around + 0.7 + n * 0.35;
    return [Math.cos(turn) * reach, Math.sin(turn) * reach];
  });
  return { reach, at: around < n ? [[0, 0], ...at] : at };
}

/// Points of a lattice of triangles within an ellipse, the nearest to its centre first.
function lattice(rx, ry, pitch) {
  const rise = (pitch * Math.sqrt(3)) / 2;
  const places = [];
  for (let row = -Math.ceil(ry / rise); row <= ry / rise; row++) {
    const shift = row % 2 ? pitch / 2 : 0;
    for (let column = -Math.ceil(rx / pitch) - 1; column <= rx / pitch + 1; column++) {
      const [x, y] = [column * pitch + shift, row * rise];
      const far = (x / rx) ** 2 + (y / ry) ** 2;
      if (far <= 1) places.push([x, y, far, Math.atan2(y, x)]);
    }
  }
  places.sort((a, b) => a[2] - b[2] || a[3] - b[3]);
  return places.map(([x, y]) => [x, y]);
}

/// Counters thrown into a hole don't lie in line.
function shaken([x, y], i, r) {
  const turn = i * 2.4;
  return [x + Math.cos(turn) * r * 0.06, y + Math.sin(turn) * r * 0.06];
}

/// The places of `n` counters in a tray of `width` and `height`, from its left end on, column by column.
export function inTray(n, width, height, most) {
  for (let r = most; ; r *= 0.92) {
    const pitch = 2 * r * GAP;
    const [columns, rows] = [Math.floor(width / pitch), Math.floor(height / pitch)];
    if (columns * rows >= n || r < 1) {
      const top = (height - rows * pitch) / 2 + pitch / 2;
      const at = (i) => [pitch / 2 + Math.floor(i / rows) * pitch, top + (i % rows) * pitch];
      return { r, at: Array.from({ length: n }, (_, i) => at(i)) };
    }
  }
}
