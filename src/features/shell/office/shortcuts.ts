type Shortcut = { keys: readonly string[]; effect: string }

/** On a Mac, Command replaces Ctrl. */
export const SHORTCUTS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: ['?', 'Ctrl+/'], effect: 'Show this list' },
      { keys: ['Ctrl+B'], effect: 'Open or close the sidebar' },
    ],
  },
  {
    title: 'Article list',
    shortcuts: [
      { keys: ['J', '↓'], effect: 'Next article' },
      { keys: ['K', '↑'], effect: 'Previous article' },
      { keys: ['Enter'], effect: 'Edit the article' },
      { keys: ['X'], effect: 'Select the article' },
      { keys: ['Shift+X'], effect: 'Select all articles up to this one' },
      { keys: ['/'], effect: 'Search' },
    ],
  },
  {
    title: 'Article',
    shortcuts: [
      { keys: ['Ctrl+S'], effect: 'Save a draft' },
      { keys: ['Ctrl+Enter'], effect: 'Open Publish, Update or Submit' },
      { keys: ['Ctrl+Alt+M'], effect: 'Add a note on the selection' },
    ],
  },
  {
    title: 'Text',
    shortcuts: [
      { keys: ['/'], effect: 'Choose a block, in an empty paragraph' },
      { keys: ['Ctrl+K'], effect: 'Add a link' },
      { keys: ['Ctrl+B'], effect: 'Bold' },
      { keys: ['Ctrl+I'], effect: 'Italic' },
      { keys: ['Ctrl+Alt+2'], effect: 'Heading' },
      { keys: ['Ctrl+Alt+3'], effect: 'Subheading' },
      { keys: ['Ctrl+Alt+0'], effect: 'Paragraph' },
      { keys: ['Ctrl+Shift+8'], effect: 'Bulleted list' },
      { keys: ['Ctrl+Shift+7'], effect: 'Numbered list' },
      { keys: ['Ctrl+Shift+B'], effect: 'Quotation' },
      { keys: ['Ctrl+Z'], effect: 'Undo' },
      { keys: ['Ctrl+Shift+Z'], effect: 'Redo' },
    ],
  },
]
