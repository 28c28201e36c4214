import { Form, useNavigation } from 'react-router'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { CodeEntry, Goods } from '../counter/counter-form.tsx'
import type { CounterResult } from '../counter/hand-over-action.ts'
import type { ExpectedHandOver } from '../queries.ts'

interface VisitFormProps {
  /** All that the person takes here, the scanned order first. */
  handOvers: readonly ExpectedHandOver[]
  code: string
  result: CounterResult | undefined
  formKey: string
}

/** Several orders of one person: their goods to check off, and one code for all that is ticked. */
export function VisitForm({ handOvers, code, result, formKey }: VisitFormProps) {
  const busy = useNavigation().formData?.get('key') === formKey
  return (
    <div className="mb-6 rounded-card border border-grain bg-card p-4 sm:p-5">
      <OutcomeNotice namesFault outcome={result} />
      <Form method="post" className="grid gap-4">
        <input type="hidden" name="hand_over_id" value={handOvers[0]?.id ?? ''} />
        <input type="hidden" name="order_no" value={handOvers.map(({ order_no }) => order_no).join(', ')} />
        <input type="hidden" name="key" value={formKey} />
        {handOvers.map((handOver) => (
          <div key={handOver.id}>
            {handOver.lines.map(({ line_id }) => (
              <input key={line_id} type="hidden" name={`of:${line_id}`} value={handOver.id} />
            ))}
            <Goods handOver={handOver} legend={`Order ${handOver.order_no}, from ${handOver.shop_name}`} />
          </div>
        ))}
        <CodeEntry code={code} intent="hand-over-visit" busy={busy} />
      </Form>
    </div>
  )
}
