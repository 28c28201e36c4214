import { Form } from 'react-router'
import { CATEGORIES, categoryLabels } from '#domain/catalogue/categories.ts'
import { productSorts } from '#domain/catalogue/sorts.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Chip, ChipRow } from '#web/ui/chip.tsx'
import { day } from '#web/ui/format.ts'
import { SearchBox } from '#web/ui/search-box.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { filtersOn, type ProductAddress, productAddress } from './address.ts'

export interface ProductChoices {
  vendors: { id: string | null; business_name: string | null }[]
  locations: string[]
  shareDates: string[]
}

/** Category chips: one press each. */
export function CategoryChips({ address }: { address: ProductAddress }) {
  const chip = (category: string, label: string) => (
    <Chip key={label} to={productAddress({ ...address, category, page: 1 })} chosen={address.category === category}>
      {label}
    </Chip>
  )
  return (
    <ChipRow label="Categories">
      {[chip('', 'All'), ...CATEGORIES.map((category) => chip(category, categoryLabels[category]))]}
    </ChipRow>
  )
}

/** Search, filters and sort as one plain form: its address is the state. */
export function ProductFilters({ address, choices }: { address: ProductAddress; choices: ProductChoices }) {
  const amount = filtersOn(address)
  return (
    <Form method="get" role="search" className="grid content-start gap-4" key={JSON.stringify(address)}>
      <input type="hidden" name="category" value={address.category} />
      <SearchBox label="Search products" placeholder="Beans, yam, titus" value={address.search} />
      <Sheet title="Filters" amount={amount}>
        <div className="grid gap-4">
          <SelectField
            label="Sort by"
            name="sort"
            defaultValue={address.sort}
            options={productSorts.map(({ key, label }) => ({ value: key, label }))}
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
          <SelectField
            label="Share date"
            name="share"
            defaultValue={address.share}
            options={[ALL, ...choices.shareDates.map((date) => ({ value: date, label: day(date) }))]}
          />
          <Button wide>Show products</Button>
          {(amount > 0 || address.search) && (
            <LinkButton to="/products" tone="quiet" wide>
              Clear all filters
            </LinkButton>
          )}
        </div>
      </Sheet>
    </Form>
  )
}

const ALL = { value: '', label: 'All' }
