/** The code that blocks need, and the elements that need it. Texts with neither load nothing. */
const SCRIPTS = [
  { selector: '.embed', load: async () => (await import('./embed-players.ts')).addPlayers },
  { selector: '.sortable', load: async () => (await import('./sortable-tables.ts')).addSorting },
]

/** Loads and runs the code of the blocks of a text. Without it, they remain links and tables. */
export function runBlocks(text: Element): void {
  for (const { selector, load } of SCRIPTS)
    if (text.querySelector(selector))
      load().then(
        (run) => run(text),
        () => {},
      )
}
