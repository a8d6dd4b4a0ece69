// Runs before the first paint, so that a dark page never flashes light.
try {
  if (localStorage.getItem('theme') === 'dark') document.documentElement.dataset.theme = 'dark'
} catch {
  // Storage may be forbidden in a frame; light is the default.
}
