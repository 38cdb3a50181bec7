import { execFileSync, spawnSync } from 'node:child_process'

/** @returns false without the permission */
export function mountMemory(folder: string, megabytes: number): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'masthead-test', folder]).status === 0
}

/** Changes the size of a mounted file system, which keeps its files. */
export function resizeMemory(folder: string, megabytes: number): void {
  execFileSync('mount', ['-o', `remount,size=${megabytes}m`, folder])
}

export function unmountMemory(folder: string): void {
  execFileSync('umount', ['--lazy', folder])
}
