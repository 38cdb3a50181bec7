import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { LaunchError } from './launch-error.mjs'

/** A lock older than this is one of another machine or container, where its process ids mean nothing here. */
const TOO_OLD_MS = 15 * 60 * 1000

/**
 * Runs `work` while no other process holds the lock `file`; waits for it. The lock is a symbolic link whose target is
 * the ids of the processes that hold it, so it appears at once with its content, and can be told from one that a
 * killed process left.
 *
 * @template T
 * @param {string} file
 * @param {(hold: (pid: number) => void) => Promise<T>} work may name a further process, whose life keeps the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  for (let tries = 1; !take(file); tries++) {
    if (tries === 2) console.error('Another launch is preparing Masthead; waiting for it…')
    await delay(100)
  }
  try {
    return await work((pid) => hold(file, `${process.pid},${pid}`))
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    symlinkSync(String(process.pid), file)
    return true
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EEXIST') {
      throw new LaunchError(
        `Masthead cannot write to its own folder (${code}: ${file}): make it writable for this user, or prepare it once as a user who may write there.`,
      )
    }
    removeIfStale(file)
    return false
  }
}

/**
 * The lock is moved away before it is removed: between looking and moving, another process may have replaced the
 * stale one by its own, which then is put back.
 *
 * @param {string} file
 */
function removeIfStale(file) {
  try {
    const holders = readlinkSync(file)
    if (!isStale(file, holders)) return
    const aside = `${file}.${process.pid}`
    renameSync(file, aside)
    if (readlinkSync(aside) === holders) rmSync(aside)
    else renameSync(aside, file)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error
  }
}

/**
 * @param {string} file
 * @param {string} holders
 */
function isStale(file, holders) {
  if (Date.now() - lstatSync(file).mtimeMs > TOO_OLD_MS) return true
  return !holders.split(',').map(Number).some(isAnother)
}

/** Whether `pid` is a living process other than ours, which takes no lock twice. @param {number} pid */
function isAnother(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * @param {string} file
 * @param {string} holders
 */
function hold(file, holders) {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  symlinkSync(holders, draft)
  renameSync(draft, file)
}
