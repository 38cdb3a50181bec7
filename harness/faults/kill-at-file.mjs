// Preloaded into a command (--import): kills it when it opens or moves the `?n=`-th file below `?folder=`.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { searchParams } = new URL(import.meta.url)
const folder = searchParams.get('folder')
let left = Number(searchParams.get('n'))

for (const [object, name] of [
  [fs, 'createReadStream'],
  [fs, 'createWriteStream'],
  [fs.promises, 'rename'],
]) {
  const original = object[name]
  object[name] = (path, ...rest) => {
    if (String(path).startsWith(folder)) left -= 1
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    return original(path, ...rest)
  }
}
syncBuiltinESMExports()
