import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SearchForm } from '#web/ui/search-form.tsx'

/** Filters of a table as one plain form: its address is the state. `state` makes the fields follow the address. */
export function FilterForm({ state, children }: { state: unknown; children: ReactNode }) {
  return (
    <SearchForm
      role="search"
      key={JSON.stringify(state)}
      className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap"
    >
      {children}
      <Button tone="plain">Show</Button>
    </SearchForm>
  )
}
