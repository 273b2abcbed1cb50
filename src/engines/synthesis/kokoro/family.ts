import type { FamilyModule } from '../families.ts'
import { recipes } from '../recipes.ts'
import { openKokoroFamily } from './kokoro-family.ts'

export const family: FamilyModule = { open: openKokoroFamily, recipes }
