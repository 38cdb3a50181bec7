import type { FrontPage } from '#features/front/rules/front-page.ts'

/** The draft or front that a client follows, as the query parameter of the stream. */
export const draftTopic = (id: string) => `draft=${id}`
export const frontTopic = (page: FrontPage) => `front=${page}`
