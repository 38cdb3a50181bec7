import { readFileSync } from 'node:fs'
import { projectFile } from './project-file.server.ts'

/** The version of Masthead, such as `1.4.0`. */
export const RELEASE: string = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')).version
