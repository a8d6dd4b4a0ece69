const paths = {
  send: 'M12 19V5m-7 7 7-7 7 7',
  stop: 'M7 7h10v10H7z',
  again: 'M4 4v6h6M4.5 15a8 8 0 1 0 1.5-8L4 10',
  up: 'M7 11v9H3v-9zm0 0 4-8c2 0 3 1 3 3l-1 4h7l-2 10H7',
  downward: 'M7 13V4H3v9zm0 0 4 8c2 0 3-1 3-3l-1-4h7L18 4H7',
  save: 'M12 4v11m-5-5 5 5 5-5M4 20h16',
  person: 'M4 21c0-5 3-8 8-8s8 3 8 8M8 7a4 4 0 1 0 8 0 4 4 0 1 0-8 0',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'm5 12 5 5 9-10',
  down: 'm6 9 6 6 6-6',
  out: 'M14 4h6v6m0-6-9 9m7 0v7H4V6h7',
  info: 'M12 11v6m0-10v.5M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0',
}

/** A sign beside a word that says the same. */
export const Icon = ({ name, size = 16 }: { name: keyof typeof paths; size?: number }) => (
  <svg
    aria-hidden="true"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    <path d={paths[name]} />
  </svg>
)
