import { phrase } from '#kernel/text/phrase.ts'
import type { Followed } from '../rules/followed.ts'
import { isFollowed, toggleFollowed, useFollowed } from './stored-followed.ts'

/** Follows a page on this device, without an account. Without JavaScript, it is invisible but keeps its place. */
export function FollowButton({ kind, slug, name }: Followed) {
  const list = useFollowed()
  const isPressed = list !== undefined && isFollowed(list, { kind, slug })
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={() => toggleFollowed({ kind, slug, name })}
      className="button min-w-32 [@media(scripting:none)]:invisible print:hidden"
    >
      {isPressed ? phrase('Following', {}, 'button') : phrase('Follow', {}, 'button')}
      <span className="sr-only"> {name}</span>
    </button>
  )
}
