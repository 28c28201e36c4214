interface WritingLineProps {
  /** "Ada Obi is writing"; null while no one is. */
  text: string | null
}

/** Says who is writing. It takes its place before, so that the form below never moves. */
export function WritingLine({ text }: WritingLineProps) {
  return (
    <p role="status" className="mt-3 min-h-6 text-14 text-soft">
      {text}
    </p>
  )
}
