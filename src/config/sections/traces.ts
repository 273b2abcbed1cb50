import { parseHttpAddress } from '../addresses.ts'
import { environmentProblem } from '../config-error.ts'
import { acceptedHttpAddress, HttpAddress } from '../http-address.ts'
import { defineSection, type SectionContext } from '../section.ts'
import { showValue } from '../show.ts'

const collectorPath = '/v1/traces'

/** The address that spans are posted to. */
export const traces = defineSection(HttpAddress, (text, context): string | undefined => {
  const address = text === undefined ? undefined : parseHttpAddress(text)
  if (address === undefined) return ofEnvironment(context)
  return new URL(address).pathname === '/' ? address + collectorPath : address
})

/** OpenTelemetry's own rule: the variable for traces is used as it is, the general one is a base. */
function ofEnvironment(context: SectionContext): string | undefined {
  const exact = readVariable('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', context)
  if (exact !== undefined) return exact
  const base = readVariable('OTEL_EXPORTER_OTLP_ENDPOINT', context)
  return base === undefined ? undefined : base + collectorPath
}

function readVariable(name: string, { variables, report }: SectionContext): string | undefined {
  const text = variables(name)
  if (text === undefined) return undefined
  const address = parseHttpAddress(text)
  if (address === undefined) {
    report(environmentProblem(name, `${showValue(text)} is not accepted; accepted: ${acceptedHttpAddress}`))
  }
  return address
}
