import { Link } from 'react-router'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { count } from '#web/ui/format.ts'

interface ProductSearchProps {
  find: string
  found: number
  /** Whether there are more products than the list shows. */
  more: boolean
}

/** Narrows the product list of a large shop. Placed before the form, because it reloads the page. */
export function ProductSearch({ find, found, more }: ProductSearchProps) {
  return (
    <SearchForm role="search" className="mb-6 flex max-w-[760px] flex-wrap items-end gap-3">
      <TextField
        name="find"
        type="search"
        label="Find by name"
        defaultValue={find}
        maxLength={80}
        className="min-w-0 flex-1 basis-60"
      />
      <Button type="submit" tone="plain">
        Find
      </Button>
      <p className="basis-full text-14 text-soft" role="status">
        {found === 0 && 'No product has this name. '}
        {more && `The list shows the first ${count(found)} by name${find ? ' that match' : ''}. `}
        {find && (
          <Link to="/vendor/products/buys/new" className="text-link">
            Show all products
          </Link>
        )}
      </p>
    </SearchForm>
  )
}
