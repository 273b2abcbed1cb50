export type Finding =
  | { readonly state: 'good'; readonly found: string }
  | { readonly state: 'warning' | 'broken'; readonly found: string; readonly fix: string }

export interface Check {
  readonly name: string
  run(): Promise<Finding>
}
