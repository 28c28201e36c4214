import { Link } from 'react-router'
import { COUNTED_ROWS } from '#api/counted-rows.ts'
import { SearchForm } from '#web/ui/browse/search-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { count } from '#web/ui/format.ts'

interface Props {
  search: string
  total: number
  /** Whether there are more than are listed. */
  hasMore: boolean
}

/** A plain GET form, so that the search is in the URL. */
export function PeopleSearch({ search, total, hasMore }: Props) {
  return (
    <SearchForm role="search" className="mb-4 flex flex-wrap items-end gap-3">
      <TextField
        name="search"
        type="search"
        label="Search name, email or phone"
        defaultValue={search}
        maxLength={80}
        className="min-w-0 flex-1 basis-60"
      />
      <Button type="submit" tone="plain">
        Search
      </Button>
      <p className="basis-full text-14 text-soft" role="status">
        {hasMore ? `More than ${count(COUNTED_ROWS)}` : count(total)} {total === 1 ? 'person' : 'people'}
        {search && (
          <>
            {' '}
            for “{search}”.{' '}
            <Link to="/chief/staff" className="text-link">
              Show all users
            </Link>
          </>
        )}
      </p>
    </SearchForm>
  )
}
