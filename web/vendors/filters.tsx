import { Form } from 'react-router'
import { vendorSorts } from '#domain/catalogue/sorts.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { VendorAddress } from './address.ts'

/** Search, location and sort as one plain form: its address is the state. */
export function VendorFilters({ address, locations }: { address: VendorAddress; locations: readonly string[] }) {
  return (
    <Form method="get" role="search" className="grid content-start gap-4" key={JSON.stringify(address)}>
      <SearchBox label="Search shops by name or description" placeholder="Name or food" value={address.search} />
      <Sheet title="Filters" amount={address.location ? 1 : 0}>
        <div className="grid gap-4">
          <SelectField
            label="Sort by"
            name="sort"
            defaultValue={address.sort}
            options={vendorSorts.map(({ key, label }) => ({ value: key, label }))}
          />
          <SelectField
            label="Location"
            name="location"
            defaultValue={address.location}
            options={[{ value: '', label: 'All' }, ...locations.map((place) => ({ value: place, label: place }))]}
          />
          <Button wide>Show shops</Button>
          {(address.location || address.search) && (
            <LinkButton to="/vendors" tone="quiet" wide>
              Clear all filters
            </LinkButton>
          )}
        </div>
      </Sheet>
    </Form>
  )
}
