import { data, Form, Link, useNavigation } from 'react-router'
import { weightText } from '#domain/packing/weight-text.ts'
import { countUnits } from '#domain/products/units.ts'
import { weightRangeText } from '#domain/products/weights/weight-range.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { UploadField } from '#web/files/uploads/upload-field.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { isShortfallForm } from '../shortfalls/enter-shortfall.ts'
import type { Route } from './+types/weigh-line.ts'
import { enterWeight, takeBackWeight } from './enter-weight.ts'
import { type LineToWeigh, readLineToWeigh } from './line-queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const line = await readLineToWeigh(context.get(apiContext), params.line)
  if (!line) throw data(null, { status: 404 })
  return { line, back: batchPath(url.searchParams.get('from')), key: crypto.randomUUID() }
}

/** The batch of the packer who came from there. */
const batchPath = (from: string | null): string | null =>
  from !== null && /^(\/vendor)?\/packing\/(days\/)?[a-z0-9-]{1,90}$/.test(from) ? from : null

export async function action({ request, params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  if (isShortfallForm(form)) return takeBackWeight(api, form)
  return enterWeight(api, { form, userId: context.get(viewerContext).userId, lineId: params.line })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The final weight of one order's goods: what was found, and the form to enter it. */
export default function WeighLine({ loaderData: { line, back, key }, actionData }: Route.ComponentProps) {
  const { order_no: number, buyer_name: buyer, product_name: name, is_ready: isReady } = line
  return (
    <>
      <PageHeading lead={`Order ${number}, ${buyer || 'no name'}. Weigh all its units together.`}>
        Weigh: {name}
      </PageHeading>
      <OutcomeNotice namesFault outcome={actionData} />
      <div className="grid max-w-measure gap-6">
        <DataList facts={facts(line)} />
        {line.picture && (
          <p>
            <a href={line.picture} className="text-link inline-flex min-h-11 items-center">
              See the picture of the scale
            </a>
          </p>
        )}
        {isReady && line.grams !== null && !line.waits && (
          <p>
            <LinkButton to={`/handover?order=${number}`}>To the hand-over</LinkButton>
          </p>
        )}
        {line.is_open && !line.waits && (
          <Correction key={line.weights} isWeighed={line.grams !== null} open={actionData?.ok === false}>
            <WeightForm line={line} formKey={key} typed={actionData?.values ?? {}} />
          </Correction>
        )}
        {line.waiting_shortfall_id && <TakeBack shortfallId={line.waiting_shortfall_id} />}
        {back && (
          <p>
            <Link to={back} className="inline-flex min-h-11 items-center text-link">
              Back to packing
            </Link>
          </p>
        )}
      </div>
    </>
  )
}

function facts(line: LineToWeigh) {
  const { units, unit, grams, waits, most_kg_per_unit: most } = line
  const found = grams === null ? 'Not weighed yet' : weightText(grams)
  return [
    { label: 'Units', value: countUnits(units, unit) },
    { label: 'One weighs', value: weightRangeText(line) ?? '' },
    { label: 'Charged for', value: weightText(Math.round(units * most * 1000)) },
    { label: 'Weight found', value: waits ? `${found}, waits for an answer` : found, total: true },
  ]
}

/** A weight that was entered by mistake, while it waits for its answer. */
function TakeBack({ shortfallId }: { shortfallId: string }) {
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="grid gap-3">
      <p>The shop or a manager answers first. If the weight was a mistake, take it back and weigh again.</p>
      <input type="hidden" name="shortfall_id" value={shortfallId} />
      <p>
        <Button name="intent" value="take-back-short" tone="plain" busy={busy}>
          Take the weight back
        </Button>
      </p>
    </Form>
  )
}

interface CorrectionProps {
  isWeighed: boolean
  open: boolean
  children: React.ReactNode
}

/** Weighed goods are handed over next; a correction is asked for. */
function Correction({ isWeighed, open, children }: CorrectionProps) {
  if (!isWeighed) return children
  return (
    <details open={open}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-adire underline underline-offset-4">
        The weight is wrong
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  )
}

interface WeightFormProps {
  line: LineToWeigh
  formKey: string
  typed: Readonly<Record<string, string>>
}

function WeightForm({ line, formKey, typed }: WeightFormProps) {
  const busy = useNavigation().state === 'submitting'
  const isCorrection = line.grams !== null
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-4">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="weighed_before" value={line.weights} />
      <p>
        {isCorrection
          ? 'A correction can only lower the weight: the money for the former one has been given back.'
          : 'The buyer pays for this weight, and gets the rest back at once. It cannot be raised later.'}
      </p>
      <TextField
        label={`Kilograms of ${countUnits(line.units, line.unit)}`}
        hint="Such as 7.35."
        name="kilograms"
        inputMode="decimal"
        autoComplete="off"
        required
        maxLength={14}
        defaultValue={typed.kilograms}
      />
      <UploadField
        label="Picture of the scale"
        hint="With the goods on it, and the figures readable. The buyer sees it."
        name="picture"
        choose="Take or choose a photo"
        bucket="deliveries"
        accept="image/jpeg,image/png,image/webp"
        capture="environment"
        most={1}
        required
      />
      <p>
        <Button tone={isCorrection ? 'plain' : 'primary'} busy={busy} busyLabel="Entering">
          {isCorrection ? 'Correct the weight' : 'Enter the weight'}
        </Button>
      </p>
    </Form>
  )
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(`Weigh: ${loaderData?.line.product_name ?? ''}`, 'The final weight of goods that are sold by weight.')
