import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { SearchForm } from '../browse/search-form.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../controls/text-field.tsx'

/** A table's filters as one plain form: the address is the state. */
export function FilterForm({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  return (
    <SearchForm role="search" className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {children}
      <Button tone="plain">{i18n.t('Show')}</Button>
    </SearchForm>
  )
}

interface FilterSearchProps {
  value: string
  label?: string | undefined
  name?: string
}

/** The search field, which fills the space left by the filters. */
export function FilterSearch({ value, label, name = 'search' }: FilterSearchProps) {
  const { i18n } = useLingui()
  return (
    <TextField
      label={label ?? i18n.t('Search by name')}
      type="search"
      name={name}
      defaultValue={value}
      maxLength={100}
      className="min-w-44 flex-1 max-sm:col-span-2"
    />
  )
}
