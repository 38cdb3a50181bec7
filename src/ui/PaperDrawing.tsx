/** A folded newspaper in a few lines. */
export function PaperDrawing({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 72 60"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M2 52V2h56v50q0 6 6 6H8q-6 0-6-6zM58 14h12v38q0 6-6 6" />
      <path d="M11 13h38M11 27h16M11 37h16M11 47h16M34 27h15v20H34z" />
    </svg>
  )
}
