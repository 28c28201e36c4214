import ChevronDown from 'lucide-react/icons/chevron-down'

interface DisclosureProps {
  title: string
  /** Whether it starts opened. */
  open?: boolean
  children: React.ReactNode
}

/** A collapsed section that opens on a press on its title. */
export function Disclosure({ title, open = false, children }: DisclosureProps) {
  return (
    <details open={open} className="group/answer border-b border-grain">
      <summary className="flex min-h-12 items-center justify-between gap-4 py-3 font-semibold">
        {title}
        <ChevronDown
          aria-hidden
          size={20}
          className="shrink-0 text-soft transition-transform group-open/answer:rotate-180"
        />
      </summary>
      <div className="grid max-w-measure gap-3 pb-4">{children}</div>
    </details>
  )
}
