import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillForJoins } from '../parts/market-processes.ts'
import { MAX_HAND_OVERS, prepareHandOvers } from '../parts/people/hand-overs.ts'
import { startShopper } from '../parts/people/shopper.ts'
import { startWholeLoad } from '../parts/people/whole-load.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { startWholeSite } from '../parts/servers/whole-site.ts'
import { openSheet } from '../parts/sheet.ts'
import { FAULTS, type FaultName, type FaultScene } from '../parts/whole/faults.ts'
import { reconcile } from '../parts/whole/reconcile.ts'
import { reportFault, type Window } from '../parts/whole/report.ts'

/**
 * Everything at once, on ten machines in network namespaces: people join, pay and collect at a rate while each part is
 * killed once. `--asynchronous` is the control, whose standbys confirm no commits.
 */
const { values } = parseArgs({
  options: {
    joins: { type: 'string', default: '30' },
    payments: { type: 'string', default: '10' },
    'hand-overs': { type: 'string', default: '5' },
    seconds: { type: 'string', default: '600' },
    /** Some of the faults, with commas. */
    faults: { type: 'string', default: Object.keys(FAULTS).join(',') },
    asynchronous: { type: 'boolean', default: false },
  },
})
const rates = {
  joins: Number(values.joins),
  payments: Number(values.payments),
  handOvers: Number(values['hand-overs']),
}
const seconds = Number(values.seconds)
const faults = values.faults.split(',') as FaultName[]
const unknown = faults.find((name) => !(name in FAULTS))
if (unknown) throw new Error(`There is no fault ${unknown}, but ${Object.keys(FAULTS).join(', ')}.`)
const isSynchronous = !values.asynchronous
/** Time under load before the first fault. */
const WARM_UP_SECONDS = 20

const sheet = openSheet('whole-market')
await inSandbox(async (sandbox) => {
  print('the machines are started')
  const site = await startWholeSite(sandbox, isSynchronous)
  print('the market is filled')
  const primary = await site.patroni.primary()
  const count = Math.min(MAX_HAND_OVERS, Math.ceil(rates.handOvers * (seconds + 60)))
  await fillForJoins(primary?.connectionString ?? '')
  await site.asOwner((owner) => prepareHandOvers(owner, primary?.connectionString ?? '', count))
  const load = startWholeLoad(site.market, site.origin, rates)
  const shopper = startShopper(site.market, site.origin, 0)
  const beganAt = performance.now()
  await sleep(WARM_UP_SECONDS * 1_000)

  const slotMs = ((seconds - WARM_UP_SECONDS) * 1_000) / faults.length
  const windows: Window[] = []
  for (const name of faults) {
    const fromMs = performance.now()
    print(name)
    const scene: FaultScene = { site, print }
    await FAULTS[name].fail(scene)
    await sleep(Math.max(0, fromMs + slotMs - performance.now()))
    windows.push({ name, what: FAULTS[name].what, fromMs, untilMs: performance.now() })
  }
  print('the load ends')
  const loadSeconds = (performance.now() - beganAt) / 1_000
  await load.stop()
  await shopper.stop()
  sheet.figure('requested a second: joins, payments, hand-overs', Object.values(rates).join(', '))
  sheet.figure('seconds under load', loadSeconds)
  for (const [what, acts] of [
    ['joins', load.joins],
    ['payments', load.paid],
    ['hand-overs', load.handOvers],
  ] as const)
    sheet.figure(`${what} acknowledged, and a second`, `${acts.length}, ${(acts.length / loadSeconds).toFixed(1)}`)
  for (const window of windows) reportFault(sheet, window, { load, views: shopper.views })
  await reconcile(sheet, { site, load, mustLose: !isSynchronous })
})
sheet.close()
// Pooled keep-alive connections would delay the exit of the process for minutes.
process.exit()

function print(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}`)
}
