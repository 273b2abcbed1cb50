import type { IncomingHttpHeaders } from 'node:http'
import type { Context, Span } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { PlatformError } from '../core/errors.ts'
import type { OpenTrace, TraceAttributes } from '../core/trace.ts'

export interface Tracing {
  /** Begins the span of a request, in the trace that the caller's headers name or in a new one. */
  openRequest(name: string, headers: IncomingHttpHeaders, attributes: TraceAttributes): OpenTrace
  /** Sends what is still waiting, for two seconds at most. */
  close(): Promise<void>
}

/** A collector that takes longer than this is as good as gone; nobody waits for it when the server stops. */
const patienceMs = 2000

/**
 * Sends spans to an OTLP/HTTP address. The packages are loaded here, so a server without traces never holds them. What
 * can't be delivered is dropped; `onTrouble` hears of it once until deliveries work again.
 */
export async function startTracing(
  address: string,
  version: string,
  onTrouble: (error: unknown) => void = () => {},
): Promise<Tracing> {
  const [api, core, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const { resourceAttributesEnvDetector, serviceNameEnvDetector } = resources
  const exporter = watch(new OTLPTraceExporter({ url: address, timeoutMillis: patienceMs }), onTrouble)
  const provider = new sdk.TracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': 'medley', 'service.version': version }))
      // The operator's own names for this server, from the variables that OpenTelemetry fixes for them.
      .merge(resources.detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    spanLimits: { attributeValueLengthLimit: 1024 },
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, exportTimeoutMillis: patienceMs * 2 })],
  })
  const tracer = provider.getTracer('medley', version)
  const propagator = new core.W3CTraceContextPropagator()

  function toTrace(span: Span, parent: Context): OpenTrace {
    const context = api.trace.setSpan(parent, span)
    return {
      get headers() {
        const headers: Record<string, string> = {}
        propagator.inject(context, headers, api.defaultTextMapSetter)
        return headers
      },
      open(name, attributes = {}, kind = 'part') {
        const spanKind = kind === 'call' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL
        return toTrace(tracer.startSpan(name, { kind: spanKind, attributes }, context), context)
      },
      set(attributes) {
        span.setAttributes(attributes)
      },
      fail(error) {
        span.setAttribute('error.type', kindOf(error))
        span.setStatus({ code: api.SpanStatusCode.ERROR })
      },
      end() {
        span.end()
      },
    }
  }

  return {
    openRequest(name, headers, attributes) {
      const parent = propagator.extract(api.ROOT_CONTEXT, headers, api.defaultTextMapGetter)
      return toTrace(tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent), parent)
    },
    async close() {
      const { promise: waited, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      // A failed delivery has been told of already.
      await Promise.race([Promise.allSettled([provider.shutdown()]), waited])
      clearTimeout(timer)
    },
  }
}

function watch(exporter: SpanExporter, onTrouble: (error: unknown) => void): SpanExporter {
  let failing = false
  return {
    export(spans, done) {
      exporter.export(spans, result => {
        if (result.error && !failing) onTrouble(result.error)
        failing = result.error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

function kindOf(error: unknown): string {
  if (error instanceof PlatformError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}
