import { formatNaira } from '#domain/money.ts'
import { formatDay, formatLongDate } from '#domain/time/date-text.ts'
import { checkBalances, heldKobo } from './balances.ts'
import { TROUBLES } from './faulty-gateway.ts'
import type { MonthFigures } from './figures.ts'
import type { Month } from './month/month.ts'
import { barChart, lineChart } from './report-charts.ts'

/** The report as a self-contained HTML page without scripts and fonts. `theme` is the text of the site's stylesheet. */
export function reportPage({ settings, figures, steps, acts }: Month, theme: string): string {
  const { days } = figures
  const first = days[0]?.day ?? ''
  const last = days.at(-1)?.day ?? ''
  const balances = checkBalances(figures.sums)
  const adds = balances.every(({ holds }) => holds)
  return `<!doctype html>
<html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>A simulated month, seed ${settings.seed}</title><style>${coloursOf(theme)}${STYLE}</style></head><body><main>
<header><p class="soft">Simulated market, seed ${settings.seed}</p><h1>${formatLongDate(first)} to ${formatLongDate(last)}</h1>
<p>${settings.buyers} buyers, ${settings.vendors} vendors and ${settings.buys} group buys; ${acts.toLocaleString('en-NG')} things that people did. The audit was made after each of ${steps.toLocaleString('en-NG')} hours and found nothing.</p>
<p class="verdict ${adds ? 'good' : 'bad'}">${adds ? 'In = out + held, to the kobo. Nothing is lost.' : 'The sums do not add up: see below.'}</p></header>
${sums(figures, balances)}
${charts(figures)}
${buys(figures)}
${troubles(figures)}
${odd(figures)}
${dayTable(figures)}
<footer class="soft"><p>Run it again: <code>npm run simulate -- --seed ${settings.seed} --days ${settings.days} --buyers ${settings.buyers} --vendors ${settings.vendors} --buys ${settings.buys}</code></p></footer>
</main></body></html>
`
}

function sums({ sums: s }: MonthFigures, balances: ReturnType<typeof checkBalances>): string {
  const line = (label: string, kobo: number, kind = '') =>
    `<tr class="${kind}"><th scope="row">${label}</th><td>${exact(kobo)}</td></tr>`
  const held = [
    line('Held for buyers until sharing day', s.held.escrow, 'part'),
    line('On its way back to buyers', s.held.refund_due, 'part'),
    line('Payments that fit no order', s.held.unapplied, 'part'),
    line('Earned by vendors', s.held.vendor, 'part'),
    line('Fees and delivery earned by the market', s.held.fees, 'part'),
    line('PEPS that buyers have', s.held.peps, 'part'),
    line('Less rewards that the market paid', -s.rewardsKobo, 'part'),
  ]
  const checks = balances.map(
    ({ label, leftKobo, rightKobo, holds }) =>
      `<tr><th scope="row">${label}</th><td class="${holds ? 'good' : 'bad'}">${holds ? 'Agrees' : `Differs by ${exact(leftKobo - rightKobo)}`}</td><td>${exact(leftKobo)}</td><td>${exact(rightKobo)}</td></tr>`,
  )
  return `<section><h2>What adds up</h2>${table('In, out and held', [
    line('Paid in by buyers', s.ledgerInKobo, 'sum'),
    line('Sent back to buyers', s.ledgerOutKobo),
    line('Held when the month ended', heldKobo(s)),
    ...held,
    line('Out + held', s.ledgerOutKobo + heldKobo(s), 'sum'),
  ])}
${table('Compared', checks, [
  '',
  'One side',
  'Other side',
  'Result',
])}${s.reversedKobo > 0 ? `<p>Of what is held, ${exact(s.reversedKobo)} were taken back by payers' banks after they had been paid. Such payments are shown to the chief, who books them.</p>` : ''}</section>`
}

function charts({ days }: MonthFigures): string {
  const names = days.map(({ day }) => day)
  const of = (key: Exclude<keyof (typeof days)[number], 'day'>) => days.map((day) => day[key])
  return `<section><h2>Day by day</h2><div class="charts">
${barChart({
  title: 'In and out',
  days: names,
  series: [
    { name: 'Paid in', token: 'leaf', values: of('inKobo') },
    { name: 'Sent back', token: 'pepper', values: of('outKobo') },
  ],
})}
${lineChart({ title: 'Held in the evening', days: names, series: [{ name: 'Held', token: 'adire', values: of('heldKobo') }] })}
${barChart({ title: 'Fees of settled orders', days: names, series: [{ name: "Buyers' fees", token: 'oil', values: of('feesKobo') }] })}
${barChart({
  title: 'PEPS and rewards',
  days: names,
  series: [
    { name: 'Came back as PEPS', token: 'leaf', values: of('pepsReturnedKobo') },
    { name: 'Spent', token: 'adire', values: of('pepsSpentKobo') },
    { name: 'Rewards', token: 'oil', values: of('rewardsKobo') },
  ],
})}
</div></section>`
}

function buys({ buys: ends, orders }: MonthFigures): string {
  const most = Math.max(1, ...ends.map((end) => end.buys))
  const bars = ends.map(
    ({ end, buys: count }) =>
      `<tr><th scope="row">${capital(end)}</th><td>${count}</td><td class="bar"><i style="width:${((count / most) * 100).toFixed(1)}%"></i></td></tr>`,
  )
  const states = orders.map(({ status, orders: count }) => row([capital(status), String(count)]))
  return `<section><h2>How the buys ended</h2>${table('Group buys', bars, ['End', 'Buys', ''])}${table('Their orders', states, ['Status', 'Orders'])}</section>`
}

function troubles({ troubles: kinds }: MonthFigures): string {
  const rows = kinds.map(({ kind, times, ends }) => {
    const outcomes = Object.entries(ends).map(([end, count]) => `${count} ${end}`)
    return `<tr><th scope="row">${capital(kind)}<br><small class="soft">${TROUBLES[kind]}</small></th><td>${times}</td><td class="words">${outcomes.join(', ')}</td></tr>`
  })
  return `<section><h2>What went wrong on the line to the gateway</h2>${table('Faults, and what became of the payments they met', rows, ['Fault', 'Times', 'The payments'])}</section>`
}

function odd({ oddPayments, refunds }: MonthFigures): string {
  const payments = oddPayments.map(({ trouble, payments: count, kobo }) =>
    row([ODD[trouble] ?? trouble, String(count), exact(kobo)]),
  )
  const back = refunds.map(({ reason, status, refunds: count, kobo }) =>
    row([`${REASONS[reason] ?? reason}: ${status.replaceAll('_', ' ')}`, String(count), exact(kobo)]),
  )
  return `<section><h2>Payments that did not fit, and refunds</h2>${table('Payments', payments, ['What was wrong', 'Payments', 'Amount'])}${table('Refunds', back, ['Refund', 'Refunds', 'Amount'])}</section>`
}

const ODD: Record<string, string> = {
  amount: 'Another amount than was due',
  not_payable: 'Too late, or a second time',
  reversed: "Taken back by the payer's bank",
}

const REASONS: Record<string, string> = {
  amount: 'Wrong amount',
  not_payable: 'Paid too late or twice',
  left: 'Left the buy',
  buy_failed: 'The buy failed',
  pack_not_filled: 'The last pack was not filled',
  buy_cancelled: 'The buy was cancelled',
  price_drop: 'The final amount was lower',
}

function dayTable({ days }: MonthFigures): string {
  const rows = days.map((day) =>
    row([
      formatDay(day.day),
      ...[day.inKobo, day.outKobo, day.heldKobo, day.feesKobo, day.pepsReturnedKobo, day.pepsSpentKobo].map(exact),
      exact(day.rewardsKobo),
      String(day.refunds),
    ]),
  )
  const total = (key: 'inKobo' | 'outKobo' | 'feesKobo' | 'pepsReturnedKobo' | 'pepsSpentKobo' | 'rewardsKobo') =>
    exact(days.reduce((all, day) => all + day[key], 0))
  const end = [total('inKobo'), total('outKobo'), exact(days.at(-1)?.heldKobo ?? 0), total('feesKobo')]
  const refunds = String(days.reduce((all, day) => all + day.refunds, 0))
  const last = row(['Month', ...end, total('pepsReturnedKobo'), total('pepsSpentKobo'), total('rewardsKobo'), refunds])
  const heads = ['Day', 'In', 'Out', 'Held', 'Fees', 'Back as PEPS', 'PEPS spent', 'Rewards', 'Refunds']
  return `<section><h2>All days</h2>${table('Each day', [...rows, last.replace('<tr>', '<tr class="sum">')], heads)}</section>`
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

const exact = (kobo: number) => formatNaira(kobo)

function row([first = '', ...rest]: readonly string[]): string {
  return `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
}

/** A table in a frame that scrolls and can be focused by keyboard. */
function table(caption: string, rows: readonly string[], heads?: readonly string[]): string {
  const head = heads ? `<thead><tr>${heads.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead>` : ''
  return `<div class="frame" role="region" aria-label="${caption}" tabindex="0"><table><caption>${caption}</caption>${head}<tbody>${rows.join('\n')}</tbody></table></div>`
}

/** The colour variables of the site's stylesheet, for light and dark. */
function coloursOf(theme: string): string {
  const lines = theme.match(/^\s+--(?:paper|card|ink|soft|leaf|pepper|oil|adire|grain): .*;$/gm) ?? []
  return `:root{color-scheme:light dark;${lines.map((line) => line.trim()).join('')}}`
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
main{max-width:1100px;margin:0 auto;padding:24px 16px 48px}
h1{font-size:clamp(28px,6vw,36px);line-height:1.1;font-weight:800;margin:0 0 12px}
h2{font-size:22px;line-height:1.25;font-weight:800;margin:40px 0 12px}
h3{font-size:16px;margin:0}
p{max-width:68ch;margin:0 0 12px}
.soft{color:var(--soft)}
.good{color:var(--leaf);font-weight:700}
.bad{color:var(--pepper);font-weight:700}
.verdict{font-size:18px;border-left:4px solid currentColor;padding:4px 0 4px 12px}
.frame{overflow-x:auto;background:var(--card);border:1px solid var(--grain);border-radius:10px;margin:0 0 16px}
.frame:focus-visible{outline:3px solid var(--adire);outline-offset:2px}
table{width:100%;border-collapse:collapse;font-size:14px;line-height:1.45;font-variant-numeric:tabular-nums}
caption{text-align:left;font-weight:700;padding:12px 12px 4px}
th,td{padding:8px 12px;border-top:1px solid var(--grain);text-align:right;white-space:nowrap}
th:first-child{text-align:left;font-weight:400;white-space:normal;min-width:9em}
thead th{border-top:0;color:var(--soft);font-weight:400}
td.words{white-space:normal;text-align:left;min-width:12em}
tr.sum th,tr.sum td{font-weight:700}
tr.part th{padding-left:28px;color:var(--soft)}
tr.part td{color:var(--soft)}
td.bar{width:40%;min-width:90px}
td.bar i{display:block;height:14px;background:var(--leaf);border-radius:3px}
.charts{display:grid;gap:16px}
figure{margin:0;background:var(--card);border:1px solid var(--grain);border-radius:10px;padding:12px;break-inside:avoid}
figcaption{display:flex;flex-wrap:wrap;gap:4px 16px;justify-content:space-between;margin-bottom:8px}
svg{display:block;width:100%;height:auto}
svg text{font-size:11px;fill:var(--soft)}
.legend{display:flex;flex-wrap:wrap;gap:4px 12px;list-style:none;margin:0;padding:0;font-size:14px}
.legend i{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:6px}
code{overflow-wrap:anywhere}
@media (min-width:700px){.charts{grid-template-columns:1fr 1fr}}
@media print{:root{color-scheme:light}main{max-width:none;padding:0}.frame{overflow:visible}table{font-size:10px}th,td{padding:3px 5px}h2{break-after:avoid}tr{break-inside:avoid}.bar i,.legend i,svg{print-color-adjust:exact}}
`
