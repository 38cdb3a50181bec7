import * as z from 'zod'

/** A UUID in lower case, as PostgreSQL returns it: ids are compared as texts. */
export const id = z.uuid().toLowerCase()
