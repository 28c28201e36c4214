import { useLingui } from '@lingui/react'
import type { MouseEvent } from 'react'
import { Button, LinkButton } from '../button.tsx'
import { type Option, SelectField } from '../controls/select-field.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchForm } from './search-form.tsx'
import { Sheet } from './sheet.tsx'

interface ListFilter {
  label: string
  /** The parameter in the address. */
  name: string
  /** The chosen value; empty means no filter. */
  value: string
  options: readonly Option[]
}

interface ListFiltersProps {
  /** The list's path: "/products". */
  path: string
  /** The button's label: "Show products". */
  show: string
  search: { label: string; placeholder: string; value: string }
  /** Labels are untranslated messages. `usual` is the sort of an address without the parameter. */
  sort: { value: string; usual: string; all: readonly { key: string; label: string }[] }
  filters: readonly ListFilter[]
  /** A filter set elsewhere on the page, sent as a hidden field. */
  preselected?: { name: string; value: string }
}

/**
 * A card list's search, sort and filters as one form; on a phone behind a button that shows the number of active
 * filters.
 */
export function ListFilters({ path, show, search, sort, filters, preselected }: ListFiltersProps) {
  const { i18n } = useLingui()
  const all: Option = { value: '', label: i18n.t('All') }
  const chosen = [...filters.map(({ value }) => value), preselected?.value].filter(Boolean)
  return (
    <SearchForm
      action={path}
      role="search"
      className="flex flex-wrap items-start gap-2 lg:grid lg:content-start lg:gap-4"
    >
      {preselected && <input type="hidden" {...preselected} />}
      <div className="min-w-0 flex-1">
        <SearchBox {...search} />
      </div>
      <Sheet title={i18n.t('Filters')} amount={chosen.length}>
        <div className="grid gap-4">
          <SelectField
            label={i18n.t('Sort by')}
            name="sort"
            defaultValue={sort.value === sort.usual ? '' : sort.value}
            options={sort.all.map(({ key, label }) => ({ value: key === sort.usual ? '' : key, label: i18n.t(label) }))}
          />
          {filters.map(({ label, name, value, options }) => (
            <SelectField key={name} label={label} name={name} defaultValue={value} options={[all, ...options]} />
          ))}
          <Button wide>{show}</Button>
          {(chosen.length > 0 || search.value) && (
            <LinkButton to={path} tone="quiet" wide onClick={closeSheet}>
              {i18n.t('Clear all filters')}
            </LinkButton>
          )}
        </div>
      </Sheet>
    </SearchForm>
  )
}

const closeSheet = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

/** Shops as a filter's options; the columns of a view have nullable types. */
export function vendorOptions(vendors: readonly { id: string | null; business_name: string | null }[]): Option[] {
  return vendors.map(({ id, business_name: name }) => ({ value: id ?? '', label: name ?? '' }))
}

export const placeOptions = (places: readonly string[]): Option[] =>
  places.map((place) => ({ value: place, label: place }))
