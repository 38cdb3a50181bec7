import { lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { LaunchError } from './launch-error.mjs'

/** An older lock was left by another machine or container, whose process ids mean nothing here. */
const MAX_LOCK_AGE_MS = 15 * 60 * 1000
const RETRY_DELAY_MS = 100

/**
 * Runs `work` while holding the lock `file`; waits until other processes release it. The lock is a symbolic link whose
 * target lists the ids of the processes that hold it: a link appears together with its content, even on a full disk.
 *
 * @template T
 * @param {string} file
 * @param {(addHolder: (pid: number) => void) => Promise<T>} work may add a child process, which then holds the lock too
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  for (let attempt = 1; !acquire(file); attempt++) {
    if (attempt === 2) console.error('Waiting for another Masthead process to finish installing or building…')
    await delay(RETRY_DELAY_MS)
  }
  try {
    return await work((pid) => replaceHolders(file, `${process.pid},${pid}`))
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function acquire(file) {
  try {
    symlinkSync(String(process.pid), file)
    return true
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'EEXIST')
      throw new LaunchError(
        `Masthead cannot write to its project folder (${code}: ${file}). Make it writable for this user, or run "masthead build" once as a user who can write to it.`,
      )
    removeIfStale(file)
    return false
  }
}

/** Renames the lock first, and puts it back if another process has replaced it since the check. @param {string} file */
function removeIfStale(file) {
  try {
    const holders = readlinkSync(file)
    const isOld = Date.now() - lstatSync(file).mtimeMs > MAX_LOCK_AGE_MS
    if (!isOld && holders.split(',').map(Number).some(isOtherProcess)) return
    const renamed = `${file}.${process.pid}`
    renameSync(file, renamed)
    try {
      // Fails if another process holds the lock by now.
      if (readlinkSync(renamed) !== holders) symlinkSync(readlinkSync(renamed), file)
    } finally {
      rmSync(renamed)
    }
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error
  }
}

/** Whether `pid` is a running process other than this one. @param {number} pid */
function isOtherProcess(pid) {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} file @param {string} holders */
function replaceHolders(file, holders) {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  symlinkSync(holders, draft)
  renameSync(draft, file)
}
