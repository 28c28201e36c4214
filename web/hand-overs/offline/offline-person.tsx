import { type FormEvent, useEffect, useState } from 'react'
import { readCode, type ScannedCode } from '#domain/hand-overs/code-text.ts'
import { handOverRefusals } from '#domain/hand-overs/refusals.ts'
import { addAct, type OutboxAct } from '#web/offline/outbox/acts.ts'
import { type CheckedToken, checkToken } from '#web/offline/outbox/check-token.ts'
import type { SavedHandOver } from '#web/offline/outbox/saved-day.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { clockTime } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Goods } from '../counter/counter-form.tsx'
import { readVisit } from '../counter/read-goods.ts'
import { actOf } from './offline-list.tsx'

interface OfflinePersonProps {
  /** All that the person takes, the opened order first; empty if it is not saved. */
  visit: readonly SavedHandOver[]
  orderNo: number
  scanned: ScannedCode | null
  savedAt: string
  person: string
  acts: readonly OutboxAct[]
  onBack(): void
  onWritten(): Promise<void>
}

/** One person's goods, and the code: recognised on this device if it was scanned, otherwise not checked. */
export function OfflinePerson({ visit, orderNo, scanned, savedAt, acts, onBack, ...rest }: OfflinePersonProps) {
  const [first] = visit
  const open = visit.filter((handOver) => !actOf(acts, handOver))
  const written = first && actOf(acts, first)
  return (
    <section aria-labelledby="person">
      <p className="mb-4">
        <Button type="button" tone="plain" size="small" onClick={onBack}>
          Back to the list
        </Button>
      </p>
      {!first && (
        <EmptyState title={`Order ${orderNo} is not saved on this phone`}>
          It was not ready at {clockTime(savedAt)}, or it is collected at another place. It can be handed over when the
          network is back.
        </EmptyState>
      )}
      {first && (
        <h2 id="person" className="mb-3 text-28">
          {first.door?.recipient ?? first.buyer_name}
        </h2>
      )}
      {written && (
        <Notice tone="success" title="Written down" className="mb-4">
          {written.orders.length === 1 ? 'Order' : 'Orders'} {written.orders.join(', ')}, {clockTime(written.acted_at)}.
          Not sent yet.
        </Notice>
      )}
      {first && open.length > 0 && <HandOverForm open={open} scanned={scanned} savedAt={savedAt} {...rest} />}
    </section>
  )
}

type HandOverFormProps = Pick<OfflinePersonProps, 'scanned' | 'savedAt' | 'person' | 'onWritten'> & {
  open: readonly SavedHandOver[]
}

function HandOverForm({ open, scanned, savedAt, person, onWritten }: HandOverFormProps) {
  const check = useCheck(open, scanned)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const isChecked = check !== 'unknown' && check !== null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const goods = readVisit(form)
    const code = scanned?.code ?? readCode(String(form.get('code') ?? ''))
    if (goods.length === 0) return setFault(handOverRefusals.invalid.nothing_selected)
    if (code === null) return setFault('The code has six digits.')
    setBusy(true)
    const act = {
      id: crypto.randomUUID(),
      person,
      orders: open.filter(({ id }) => goods.some(({ hand_over_id }) => hand_over_id === id)).map((one) => one.order_no),
      goods,
      code,
      token: scanned?.token ?? null,
      acted_at: new Date().toISOString(),
      isChecked,
      fault: null,
    }
    try {
      await addAct(act)
      await onWritten()
    } catch {
      setFault(
        'This phone has no space left, and nothing was written down. Do not hand over yet: delete something first.',
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="grid gap-4">
      {open.map((handOver) => (
        <div key={handOver.id} className="rounded-card border border-grain bg-card p-4">
          {handOver.lines.map(({ line_id }) => (
            <input key={line_id} type="hidden" name={`of:${line_id}`} value={handOver.id} />
          ))}
          <Goods handOver={handOver} legend={`Order ${handOver.order_no}, from ${handOver.shop_name}`} />
        </div>
      ))}
      {!scanned && (
        <TextField
          label="Code"
          name="code"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          placeholder="123 456"
          className="w-40"
        />
      )}
      <CheckNotice check={check} scanned={scanned} savedAt={savedAt} buyer={open[0]?.buyer_name ?? ''} />
      {fault && <Notice tone="error">{fault}</Notice>}
      <Button wide busy={busy} busyLabel="Writing down" tone={isChecked ? 'primary' : 'danger'}>
        {isChecked ? 'Handed over' : 'Handed over, code not checked'}
      </Button>
    </form>
  )
}

/** Null for typed digits; `unknown` for a scanned code that is none of the saved ones. */
function useCheck(open: readonly SavedHandOver[], scanned: ScannedCode | null): CheckedToken | 'unknown' | null {
  const [check, setCheck] = useState<CheckedToken | 'unknown' | null>(null)
  const [first] = open
  const token = scanned?.token ?? null
  useEffect(() => {
    if (token === null || !first) return
    void checkToken(token, first).then((checked) => setCheck(checked ?? 'unknown'))
  }, [token, first])
  return check
}

interface CheckNoticeProps {
  check: CheckedToken | 'unknown' | null
  scanned: ScannedCode | null
  savedAt: string
  buyer: string
}

function CheckNotice({ check, scanned, savedAt, buyer }: CheckNoticeProps) {
  if (check !== null && check !== 'unknown')
    return (
      <Notice tone="success" title="Code checked">
        {check.nominee === null ? `It is the code of ${buyer}.` : `${check.nominee} collects for ${buyer}.`}
      </Notice>
    )
  return (
    <Notice tone="warning" title="Not checked yet">
      {check === 'unknown'
        ? `This code is none of those saved at ${clockTime(savedAt)}. It may be newer, or it is wrong. `
        : scanned
          ? 'This code has nothing that can be checked without a network. '
          : 'Digits cannot be checked without a network: ask for the QR code if there is one. '}
      If the code is wrong, no money comes for these goods, and the place answers for them. Hand over only to a person
      you know.
    </Notice>
  )
}
