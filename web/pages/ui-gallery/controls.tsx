import { useState } from 'react'
import { Chip, ChipRow } from '#web/ui/browse/chip.tsx'
import { Sheet } from '#web/ui/browse/sheet.tsx'
import { BuyCardSkeletons, RowSkeletons } from '#web/ui/browse/skeletons.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { Progress } from '#web/ui/facts/progress.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toast.tsx'
import { EmptyState, ErrorState, Spinner } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'

export function ControlSamples() {
  return (
    <div className="grid gap-8">
      <ButtonSamples />
      <ChipRow label="Category">
        <Chip to="?" chosen>
          All
        </Chip>
        <Chip to="?category=vegetables">Vegetables</Chip>
        <Chip to="?category=grains">Grains</Chip>
        <Chip to="?" removes>
          Ibadan
        </Chip>
      </ChipRow>
      <Tabs
        label="Leaderboard"
        tabs={[
          { to: '?tab=referrers', label: 'Top Referrers', current: true, amount: 10 },
          { to: '?tab=buyers', label: 'Top Buyers', current: false },
        ]}
      />
      <div className="grid gap-6 lg:grid-cols-[240px_minmax(0,1fr)]">
        <div>
          <Sheet title="Filters" amount={2}>
            <SelectField label="Location" name="rail" options={[{ value: '', label: 'All locations' }]} />
          </Sheet>
        </div>
        <FieldSamples />
      </div>
    </div>
  )
}

function ButtonSamples() {
  const [asking, setAsking] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="large">Join this buy</Button>
      <Button>Save</Button>
      <Button busy busyLabel="Saving">
        Save
      </Button>
      <Button disabled>Not now</Button>
      <LinkButton to="/dev/ui" tone="plain">
        Browse Deals
      </LinkButton>
      <Button
        type="button"
        tone="quiet"
        size="small"
        onClick={() => showToast('Added to your cart: 1 bag of Ofada rice.')}
      >
        Show a toast
      </Button>
      <Button type="button" tone="danger" onClick={() => setAsking(true)}>
        Delete deal
      </Button>
      <ConfirmDialog
        open={asking}
        question="Are you sure you want to delete this deal?"
        detail="It leaves the home page at once. Orders stay."
        confirmLabel="Delete deal"
        onConfirm={() => setAsking(false)}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

function FieldSamples() {
  return (
    <Card as="section" className="grid gap-5 md:grid-cols-2">
      <TextField label="Full name" name="name" placeholder="Ngozi Adeyemi" required />
      <TextField
        label="Email"
        name="email"
        type="email"
        defaultValue="ngozi@"
        error="Please enter a valid email address."
      />
      <PasswordField label="Password" name="password" hint="At least 6 characters." defaultValue="a market" />
      <TextField label="Base price" name="price" prefix="₦" inputMode="decimal" required={false} />
      <SelectField
        label="Sort by"
        name="sort"
        options={[
          { value: 'name', label: 'Name' },
          { value: 'price', label: 'Price low to high' },
        ]}
      />
      <QuantityStepper label="Quantity" min={1} max={5} defaultValue={2} unit="bag" />
      <TextArea label="Message" name="message" className="md:col-span-2" rows={3} />
      <Checkbox label="I am 18 or older" name="adult" error="You must be 18 or older." />
    </Card>
  )
}

export function FeedbackSamples() {
  return (
    <div className="grid gap-5">
      <Notice tone="success">Role updated successfully</Notice>
      <Notice tone="error" title="Failed to join group buy">
        Nothing was charged. Check your connection and try again.
      </Notice>
      <Notice tone="info">Leaving is free until Wed 11 Mar, 5 pm.</Notice>
      <Notice tone="warning">This buy closes in 5 hours.</Notice>
      <ErrorState message="Failed to fetch group buys" action={<LinkButton to="/dev/ui">Try again</LinkButton>}>
        Your cart is safe.
      </ErrorState>
      <EmptyState
        title="No active group buys at the moment. Check back soon!"
        action={<LinkButton to="/products">Browse Deals</LinkButton>}
      >
        Buys that are open to join stand here with their price and time left.
      </EmptyState>
      <Spinner label="Loading posts" />
      <Progress label="Importing products" percent={42} />
      <BuyCardSkeletons amount={3} />
      <RowSkeletons amount={2} />
    </div>
  )
}
