import { data, Form, redirect } from 'react-router'
import { shownPhone } from '#domain/forms/phone.ts'
import { checkPlace } from '#domain/places/place-draft.ts'
import { apiContext } from '#web/context.ts'
import { HoursField, readHours } from '#web/desk/hours-field.tsx'
import { handleNoteForm } from '#web/desk/records/note-form.ts'
import { RecordHistory } from '#web/desk/records/record-history.tsx'
import { RecordNotes } from '#web/desk/records/record-notes.tsx'
import { openRecord } from '#web/desk/records/record-queries.ts'
import { RecordScreen, RecordSection } from '#web/desk/records/record-screen.tsx'
import { type FormResult, keepInputOffline, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { readPlace } from '../queries.ts'
import { StateAndLga } from '../state-and-lga.tsx'
import type { Route } from './+types/place.ts'
import { areaFromPath } from './places-tabs.tsx'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const place = params.id ? await readPlace(context.get(apiContext), params.id) : null
  if (params.id && (!place || place.closed_at)) throw data(null, 404)
  const record = place ? await openRecord(context.get(apiContext), { kind: 'place', id: place.id, url }) : null
  return { area: areaFromPath(url.pathname), place, record, key: crypto.randomUUID() }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const noted = params.id ? await handleNoteForm(context.get(apiContext), form, { kind: 'place', id: params.id }) : null
  if (noted) return noted
  const checked = checkPlace({ ...form.values, opening_hours: readHours(form.values) })
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const which = { id: params.id ?? null, shop: form.field('shop') || null, seen: form.field('seen') || null }
  const saved = await context.get(apiContext).command('save-place', { ...checked.value, ...which }, form.key)
  if (saved.ok) return redirect(`/${areaFromPath(url.pathname)}/places?done=saved`)
  return rejectCommand(form, saved)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A place: its facts to edit, its notes and visits, and who changed it. */
export default function PlaceRecord({ loaderData: { area, place, record, key }, actionData }: Route.ComponentProps) {
  const list = { label: 'Places', to: `/${area}/places` }
  const notices = <OutcomeNotice outcome={actionData} />
  const result = actionData?.values.intent ? undefined : actionData
  if (!place || !record)
    return (
      <RecordScreen list={list} title="Add a place" notices={notices}>
        <PlaceForm area={area} place={null} sendKey={key} result={result} />
      </RecordScreen>
    )
  return (
    <RecordScreen
      list={list}
      title={place.name}
      lead={`${place.street}, ${place.lga}, ${place.state}`}
      notices={notices}
      aside={<RecordNotes kind="place" notes={record.notes} sendKey={key} result={actionData} />}
    >
      <RecordSection id="facts" title="What buyers and staff see">
        <PlaceForm area={area} place={place} sendKey={key} result={result} />
      </RecordSection>
      <RecordHistory history={record.history} />
    </RecordScreen>
  )
}

interface PlaceFormProps {
  area: string
  place: Awaited<ReturnType<typeof readPlace>>
  sendKey: string
  result: FormResult | undefined
}

function PlaceForm({ area, place, sendKey: key, result }: PlaceFormProps) {
  const { form, field, errors, values } = useFormFields(result)
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[720px] gap-5">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={values?.seen ?? place?.updated_at ?? ''} />
      <TextField
        label="Name"
        {...field('name', place?.name)}
        required
        maxLength={80}
        hint="The name people use, such as Oyingbo hub"
      />
      {place ? (
        place.vendor && <p>Belongs to the shop {place.vendor.business_name}</p>
      ) : (
        <TextField
          label="Shop"
          {...field('shop', '')}
          required={false}
          maxLength={120}
          hint="The shop’s name. Leave it empty for a hub of the market, open to every shop in the state."
        />
      )}
      <StateAndLga
        key={values ? 'typed' : 'stored'}
        state={values?.state ?? place?.state ?? ''}
        lga={values?.lga ?? place?.lga ?? ''}
        errors={errors}
        fixed={place !== null}
      />
      <TextField label="Street" {...field('street', place?.street)} required maxLength={160} />
      <TextArea
        label="Instructions"
        {...field('instructions', place?.instructions)}
        required={false}
        rows={3}
        maxLength={500}
        hint="How to find the counter, where to park, what to bring."
      />
      <TextField
        label="Phone"
        type="tel"
        {...field('phone', place?.phone && shownPhone(place.phone))}
        required={false}
        maxLength={30}
      />
      <div className="field-row grid gap-x-5 sm:grid-cols-2">
        <TextField
          label="Latitude"
          {...field('latitude', place?.latitude)}
          required={false}
          inputMode="decimal"
          hint="6.52438, for a link to the map"
        />
        <TextField
          label="Longitude"
          {...field('longitude', place?.longitude)}
          required={false}
          inputMode="decimal"
          hint="3.37921"
        />
      </div>
      <HoursField
        legend="Opening hours"
        hint="Leave both times of a day empty if it is closed."
        stored={place ? place.opening_hours : null}
        usual={{ opens: '08:00', closes: '18:00' }}
        values={values}
        error={errors.opening_hours}
      />
      <TextField
        label="Room for stockpiles, in kg"
        {...field('stockpile_capacity_kg', place?.stockpile_capacity_kg ?? 0)}
        required
        inputMode="numeric"
        hint="0 if nothing can be stored here."
      />
      <FormButtons back={`/${area}/places`}>{place ? 'Save changes' : 'Add place'}</FormButtons>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.place ? 'Edit place' : 'Add a place', 'A pickup point.')
