import { defineConfig } from 'drizzle-kit'

/** `drizzle-kit generate` writes the next file in migrations/ from the schemas. Review it before committing. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema/!(*.test).ts',
  out: './migrations',
})
