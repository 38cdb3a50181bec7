import type { StaticPageName } from '../static-page.ts'

/** HTML. `{name}`, `{newsroom}`, `{general}`, `{privacy}`, `{legal}` and `{today}` are replaced. */
export type PageTexts = Readonly<Record<StaticPageName, string>>
