import type { Place } from '../../../core/sight.ts'
import type { Turn } from './strip.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Where it lies once the picture is turned so that its text stands upright; columns of stacked letters go from right to left. */
export function turned(place: Place, turn: Turn, { width, height }: Size): Place {
  const [right, bottom] = [width - place.left - place.width, height - place.top - place.height]
  switch (turn) {
    case 'upright':
      return place
    case 'upside-down':
      return { ...place, left: right, top: bottom }
    case 'downwards':
    case 'stacked':
      return { left: place.top, top: right, width: place.height, height: place.width }
    case 'upwards':
      return { left: bottom, top: place.left, width: place.height, height: place.width }
  }
}

export function turnedBack(place: Place, turn: Turn, { width, height }: Size): Place {
  switch (turn) {
    case 'upright':
    case 'upside-down':
      return turned(place, turn, { width, height })
    case 'downwards':
    case 'stacked':
      return turned(place, 'upwards', { width: height, height: width })
    case 'upwards':
      return turned(place, 'downwards', { width: height, height: width })
  }
}
