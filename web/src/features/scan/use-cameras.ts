import { useCallback, useState } from 'react';

/** Which cameras there are and which one is looking. */
export function useCameras() {
  const [devices, setDevices] = useState<string[]>([]);
  const [current, setCurrent] = useState<string>();
  const [chosen, choose] = useState<string>();

  /** Names and number of the cameras are told only once one of them may be used. */
  const look = useCallback((stream: MediaStream) => {
    setCurrent(stream.getVideoTracks()[0]?.getSettings().deviceId ?? '');
    navigator.mediaDevices.enumerateDevices().then(
      (all) =>
        setDevices(all.filter(({ kind }) => kind === 'videoinput').map((one) => one.deviceId)),
      () => setDevices([]),
    );
  }, []);

  const turn = () => {
    const at = devices.indexOf(current ?? '');
    setCurrent(undefined);
    choose(devices[(at + 1) % devices.length]);
  };

  /** The camera goes off; the next time it must say anew that it is there. */
  const rest = () => setCurrent(undefined);
  /** One that would not open is not asked again. */
  const forget = () => choose(undefined);

  return {
    chosen,
    count: devices.length,
    isReady: current !== undefined,
    look,
    turn,
    rest,
    forget,
  };
}
