/** What the Enter key does in the text areas of these forms. */
export const enterHint = 'Shift+Enter starts a new line, Ctrl+Enter saves.'
