import { data, Form, redirect } from 'react-router'
import { localGovernments } from '#domain/geography/local-governments.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { koboToNaira, parseNaira } from '#domain/money.ts'
import { checkZone } from '#domain/places/delivery-zone.ts'
import { apiContext } from '#web/context.ts'
import { HoursField, readHours } from '#web/desk/hours-field.tsx'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/controls/field.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { readZone } from '../queries.ts'
import type { Route } from './+types/zone.ts'
import { areaFromPath } from './places-tabs.tsx'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const zone = params.id ? await readZone(context.get(apiContext), params.id) : null
  if (params.id && (!zone || zone.closed_at)) throw data(null, 404)
  const requestedState = url.searchParams.get('state') ?? ''
  const state = zone?.state ?? NIGERIAN_STATES.find((name) => name === requestedState) ?? null
  return { area: areaFromPath(url.pathname), zone, state, formKey: crypto.randomUUID() }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const lgas = form.data.getAll('lgas').map(String)
  const feeKobo = parseNaira(form.field('fee'))
  const fee = feeKobo === null ? 'none' : Number(feeKobo)
  const checked = checkZone({ ...form.values, lgas, fee_kobo: fee, delivery_hours: readHours(form.values) })
  if (!checked.ok) {
    const { fee_kobo, ...errors } = checked.errors
    const feeError = feeKobo === null ? 'Fee must be an amount in naira, such as 1,500.' : fee_kobo
    return reject(form, { errors: { ...errors, ...(feeError && { fee: feeError }) } })
  }
  const which = { id: params.id ?? null, shop: form.field('shop') || null, seen: form.field('seen') || null }
  const saved = await context.get(apiContext).command('save-zone', { ...checked.value, ...which }, form.key)
  if (saved.ok) return redirect(`/${areaFromPath(url.pathname)}/places/zones?done=saved`)
  return rejectCommand(form, saved)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Zone({ loaderData, actionData }: Route.ComponentProps) {
  const { area, zone, state } = loaderData
  return (
    <>
      <PageHeading>{zone ? `Edit ${zone.name}` : 'Add a zone'}</PageHeading>
      <OutcomeNotice outcome={actionData} />
      {state === null ? (
        <Form method="get" className="grid max-w-140 gap-4">
          <SelectField
            label="State"
            name="state"
            options={NIGERIAN_STATES.map((name) => ({ value: name, label: name }))}
          />
          <div className="flex flex-wrap gap-3">
            <Button>Continue</Button>
            <LinkButton to={`/${area}/places/zones`} tone="plain">
              Back
            </LinkButton>
          </div>
        </Form>
      ) : (
        <ZoneForm {...loaderData} state={state} result={actionData} />
      )}
    </>
  )
}

interface ZoneFormProps extends Omit<Route.ComponentProps['loaderData'], 'state'> {
  state: string
  result: FormResult | undefined
}

function ZoneForm({ area, zone, state, formKey, result }: ZoneFormProps) {
  const { form, field, errors, values } = useFormFields(result)
  const ticked = new Set(values ? (values.lgas ?? '').split('|') : (zone?.lgas ?? []))
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[720px] gap-5">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="seen" value={values?.seen ?? zone?.updated_at ?? ''} />
      <input type="hidden" name="state" value={state} />
      <TextField
        label="Name"
        {...field('name', zone?.name)}
        required
        maxLength={80}
        hint={`Within ${state}: Mainland, town ...`}
      />
      {zone ? (
        zone.vendor && <p>Only for the shop {zone.vendor.business_name}</p>
      ) : (
        <TextField
          label="Shop"
          {...field('shop', '')}
          required={false}
          maxLength={120}
          error={errors.shop ?? errors.state}
          hint="The shop’s name. Leave it empty for every shop in the state."
        />
      )}
      <TextField
        label="Fee"
        {...field('fee', zone && koboToNaira(BigInt(zone.fee_kobo)))}
        prefix="₦"
        required
        inputMode="decimal"
        autoComplete="off"
      />
      <SelectField
        label="Delivered by"
        {...field('delivered_by', zone?.delivered_by ?? 'market')}
        options={[
          { value: 'market', label: 'The market, which earns the fee' },
          { value: 'vendor', label: 'The shop itself, which earns the fee' },
        ]}
      />
      <HoursField
        legend="Days and hours of delivery"
        hint="Buyers see them before they pay. Leave both times of a day empty if nobody delivers on it."
        stored={zone ? zone.delivery_hours : null}
        usual={{ opens: '09:00', closes: '18:00' }}
        values={values}
        error={errors.delivery_hours}
      />
      <fieldset>
        <legend className="mb-1 font-semibold">Local governments of {state}</legend>
        <p className="mb-2 text-14 text-soft">Leave all unticked for the whole state.</p>
        <FieldError error={errors.lgas} className="mb-2" />
        <div className="grid gap-x-4 sm:grid-cols-2 md:grid-cols-3">
          {localGovernments(state).map((name) => (
            <label key={name} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                name="lgas"
                value={name}
                defaultChecked={ticked.has(name)}
                className="size-5 shrink-0"
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <FormButtons back={`/${area}/places/zones`}>{zone ? 'Save changes' : 'Add zone'}</FormButtons>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.zone ? 'Edit zone' : 'Add a zone', 'A delivery zone and its fee.')
