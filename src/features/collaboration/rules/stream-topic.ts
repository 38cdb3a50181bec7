import type { FrontPage } from '#features/front/rules/front-page.ts'

/** What the people who have a draft or a front open follow: also the parameter of the stream. */
export const draftTopic = (id: string) => `draft=${id}`
export const frontTopic = (page: FrontPage) => `front=${page}`
