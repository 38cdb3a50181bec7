import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { boot as bootWith } from './main.ts'

// Pages are stored whole, so they are rendered to a string: streaming would gain nothing.
const fetch = createStartHandler({ handler: defaultRenderHandler })

/** Starts the server: what `masthead start` calls on the built bundle. */
export const boot = () => bootWith(fetch)

export default { fetch }
