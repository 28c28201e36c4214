/** The samples of /metrics by name. */
export interface Metrics {
  /** The largest sample of a metric; undefined if there is none. */
  max(name: string, labels?: Record<string, string>): number | undefined
  min(name: string): number | undefined
  /** The sum of all samples of a metric; 0 if there are none. */
  sum(name: string, labels?: Record<string, string>): number
  /** The samples of a metric by the value of a label. */
  by(name: string, label: string): Map<string, number>
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the Prometheus text format, as far as this market uses it. */
export function parseMetrics(text: string): Metrics {
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
    max: (name, labels) => among(find(name, labels), Math.max),
    min: (name) => among(find(name), Math.min),
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
