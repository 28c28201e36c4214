/** What /metrics showed, read by name. */
export interface Shown {
  /** The largest reading of a name; undefined if there is none. */
  most(name: string, labels?: Record<string, string>): number | undefined
  least(name: string): number | undefined
  /** The sum of all readings of a name; 0 if there is none. */
  sum(name: string, labels?: Record<string, string>): number
  /** The readings of a name by one of its labels. */
  by(name: string, label: string): Map<string, number>
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads Prometheus' text form, as far as this market writes it. */
export function readShown(text: string): Shown {
  const samples = text.split('\n').flatMap(readLine)
  const find = (name: string, labels: Record<string, string> = {}) =>
    samples
      .filter(
        (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
      )
      .map(({ value }) => value)
  const among = (values: number[], choose: (...values: number[]) => number) =>
    values.length === 0 ? undefined : choose(...values)
  return {
    most: (name, labels) => among(find(name, labels), Math.max),
    least: (name) => among(find(name), Math.min),
    sum: (name, labels) => find(name, labels).reduce((sum, value) => sum + value, 0),
    by: (name, label) =>
      new Map(samples.filter((one) => one.name === name).map(({ labels, value }) => [labels[label] ?? '', value])),
  }
}

function readLine(line: string): Sample[] {
  const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (name === undefined || value === undefined) return []
  const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text])
  return [{ name, labels: Object.fromEntries(pairs), value: Number(value.replace('+Inf', 'Infinity')) }]
}
