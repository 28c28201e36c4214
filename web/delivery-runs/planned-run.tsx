import { Form } from 'react-router'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { type Option, SelectField } from '#web/ui/controls/select-field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { DeliveryRun } from './queries.ts'
import { goodsText, runStates, stopState, windowText } from './run-texts.ts'
import { ToWeigh } from './to-weigh.tsx'

interface PlannedRunProps {
  run: DeliveryRun
  riders: readonly Option[]
  formKey: string
}

/** A run for its planner: its stops in order, and what can still be changed. */
export function PlannedRun({ run, riders, formKey }: PlannedRunProps) {
  const { id, status, rider_name: rider, stops } = run
  const state = runStates[status]
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-18">
        {rider} <span className="font-normal text-soft">{windowText(run)}</span>
        <Badge tone={state.tone}>{state.label}</Badge>
      </h3>
      <p className="mb-3 text-14 text-soft">From {run.place_name}</p>
      {status !== 'ended' && !run.rider_serves && (
        <Notice tone="warning" className="mb-3">
          {rider} no longer delivers from here. Choose another rider.
        </Notice>
      )}
      <ToWeigh run={run} />
      <ol className="mb-4 divide-y divide-grain border-y border-grain">
        {stops.map((stop) => (
          <li key={stop.id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <strong>{stop.buyer_name}</strong>, order {stop.order_no}
              <span className="block text-14 text-soft">
                {stop.lga}
                {stop.lines.length > 0 && `: ${goodsText(stop)}`}
              </span>
            </span>
            {stop.status === 'open' ? (
              <Form method="post">
                <input type="hidden" name="stop_id" value={stop.id} />
                <Button name="intent" value="take-out" tone="plain" size="small">
                  Take out<span className="sr-only"> order {stop.order_no}</span>
                </Button>
              </Form>
            ) : (
              <Badge tone={stopState(stop).tone}>{stopState(stop).label}</Badge>
            )}
          </li>
        ))}
      </ol>
      {status !== 'ended' && (
        <div className="flex flex-wrap items-end gap-3">
          <Form method="post" className="flex flex-wrap items-end gap-3">
            <input type="hidden" name="run_id" value={id} />
            <input type="hidden" name="window_from" value={run.window_from} />
            <input type="hidden" name="window_until" value={run.window_until} />
            <SelectField
              label="Rider"
              name="rider"
              key={run.rider_id}
              required
              options={riders}
              defaultValue={riders.find(({ value }) => value.endsWith(`|${run.rider_id}`))?.value}
            />
            <Button name="intent" value="plan" tone="plain">
              Change rider
            </Button>
          </Form>
          {status === 'planned' && (
            <Form method="post">
              <input type="hidden" name="key" value={`${formKey}-${id}`} />
              <input type="hidden" name="run_id" value={id} />
              <Button name="intent" value="start">
                Start the run
              </Button>
            </Form>
          )}
        </div>
      )}
    </>
  )
}
