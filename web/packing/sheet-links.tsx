const SHEETS = [
  { name: 'pick', label: 'Pick list' },
  { name: 'list', label: 'Packing list' },
  { name: 'labels', label: 'Labels' },
  { name: 'roster', label: 'Roster' },
]

/** A batch's sheets, to print and as files. */
export function Sheets({ path }: { path: string }) {
  return (
    <ul className="mb-6 flex flex-wrap gap-3" aria-label="Sheets to print and files">
      {SHEETS.map(({ name, label }) => (
        <li key={name} className="flex items-center gap-2 rounded-card border border-grain px-3 py-1">
          <a href={`${path}/print/${name}`} className="text-link inline-flex min-h-11 items-center">
            {label}
          </a>
          <a
            href={`${path}/${name}.csv`}
            download
            aria-label={`${label} as CSV`}
            className="text-link inline-flex min-h-11 items-center text-14"
          >
            CSV
          </a>
        </li>
      ))}
    </ul>
  )
}
