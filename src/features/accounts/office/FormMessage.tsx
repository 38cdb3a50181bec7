/** What went wrong with a form as a whole; read out when it comes. */
export function FormMessage({ text }: { text: string | undefined }) {
  // Empty it takes no room in its column, not even the gap.
  return (
    <div role="alert" className="empty:-mb-4">
      {text && <p className="border-s-3 border-danger bg-wash px-3 py-2 font-semibold">{text}</p>}
    </div>
  )
}
