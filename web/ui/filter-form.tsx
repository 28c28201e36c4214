import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { SearchForm } from './search-form.tsx'
import { TextField } from './text-field.tsx'

/** A table's filters as one plain form: the address is the state. */
export function FilterForm({ children }: { children: ReactNode }) {
  return (
    <SearchForm role="search" className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      <Button tone="plain">Show</Button>
    </SearchForm>
  )
}

/** The search field, which takes the space that the filters leave. */
export function FilterSearch({ value, label = 'Search by name' }: { value: string; label?: string }) {
  return (
    <TextField
      label={label}
      type="search"
      name="search"
      defaultValue={value}
      maxLength={100}
      className="min-w-44 flex-1 max-sm:col-span-2"
    />
  )
}
