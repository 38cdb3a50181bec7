/** " by {name}", or nothing without a name. */
export function ByName({ name }: { name: string | null }) {
  return (
    name && (
      <>
        {' '}
        by <bdi>{name}</bdi>
      </>
    )
  )
}
