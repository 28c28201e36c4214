import { Form } from 'react-router'
import { CATEGORIES, categoryLabels } from '#domain/catalogue/categories.ts'
import { groupBuySorts } from '#domain/group-buys/sorts.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { type BuyAddress, filtersOn } from './address.ts'

export interface BuyChoices {
  vendors: { id: string | null; business_name: string | null }[]
  locations: string[]
}

/** Search, filters and sort as one plain form: its address is the state. */
export function BuyFilters({ address, choices }: { address: BuyAddress; choices: BuyChoices }) {
  const amount = filtersOn(address)
  return (
    <Form method="get" role="search" className="grid content-start gap-4" key={JSON.stringify(address)}>
      <SearchBox label="Search group buys" placeholder="Rice, garri, palm oil" value={address.search} />
      <Sheet title="Filters" amount={amount}>
        <div className="grid gap-4">
          <SelectField
            label="Sort by"
            name="sort"
            defaultValue={address.sort}
            options={groupBuySorts.map(({ key, label }) => ({ value: key, label }))}
          />
          <SelectField
            label="Category"
            name="category"
            defaultValue={address.category}
            options={[ALL, ...CATEGORIES.map((category) => ({ value: category, label: categoryLabels[category] }))]}
          />
          <SelectField
            label="Vendor"
            name="vendor"
            defaultValue={address.vendor}
            options={[
              ALL,
              ...choices.vendors.map(({ id, business_name }) => ({ value: id ?? '', label: business_name ?? '' })),
            ]}
          />
          <SelectField
            label="Location"
            name="location"
            defaultValue={address.location}
            options={[ALL, ...choices.locations.map((location) => ({ value: location, label: location }))]}
          />
          <Button wide>Show group buys</Button>
          {(amount > 0 || address.search) && (
            <LinkButton to="/group-buys" tone="quiet" wide>
              Clear all filters
            </LinkButton>
          )}
        </div>
      </Sheet>
    </Form>
  )
}

const ALL = { value: '', label: 'All' }
