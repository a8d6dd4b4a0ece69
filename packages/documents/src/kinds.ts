/** Every kind of document that can be uploaded: the one list, for checks and for screens. */
export const documentKinds = [
  { kind: 'pdf', label: 'PDF', mime: 'application/pdf', extensions: ['pdf'] },
  {
    kind: 'docx',
    label: 'Word',
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
  },
  { kind: 'doc', label: 'Word 97-2003', mime: 'application/msword', extensions: ['doc'] },
  {
    kind: 'pptx',
    label: 'PowerPoint',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx'],
  },
  { kind: 'html', label: 'HTML', mime: 'text/html', extensions: ['html', 'htm', 'xhtml'] },
  { kind: 'markdown', label: 'Markdown', mime: 'text/markdown', extensions: ['md', 'markdown'] },
  { kind: 'text', label: 'Plain text', mime: 'text/plain', extensions: ['txt', 'text'] },
  { kind: 'csv', label: 'CSV', mime: 'text/csv', extensions: ['csv'] },
  { kind: 'json', label: 'JSON', mime: 'application/json', extensions: ['json'] },
  { kind: 'tex', label: 'TeX', mime: 'text/x-tex', extensions: ['tex', 'latex'] },
  { kind: 'c', label: 'C', mime: 'text/x-c', extensions: ['c', 'h'] },
  { kind: 'cpp', label: 'C++', mime: 'text/x-c++', extensions: ['cpp', 'cc', 'cxx', 'hpp'] },
  { kind: 'csharp', label: 'C#', mime: 'text/x-csharp', extensions: ['cs'] },
  { kind: 'css', label: 'CSS', mime: 'text/css', extensions: ['css'] },
  { kind: 'go', label: 'Go', mime: 'text/x-golang', extensions: ['go'] },
  { kind: 'java', label: 'Java', mime: 'text/x-java', extensions: ['java'] },
  { kind: 'javascript', label: 'JavaScript', mime: 'text/javascript', extensions: ['js', 'mjs', 'cjs', 'jsx'] },
  { kind: 'php', label: 'PHP', mime: 'text/x-php', extensions: ['php'] },
  { kind: 'python', label: 'Python', mime: 'text/x-python', extensions: ['py'] },
  { kind: 'ruby', label: 'Ruby', mime: 'text/x-ruby', extensions: ['rb'] },
  { kind: 'shell', label: 'Shell', mime: 'application/x-sh', extensions: ['sh', 'bash'] },
  { kind: 'typescript', label: 'TypeScript', mime: 'application/typescript', extensions: ['ts', 'tsx', 'mts', 'cts'] },
] as const

export type DocumentKind = (typeof documentKinds)[number]['kind']
